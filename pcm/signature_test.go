package pcm

import (
	"strings"
	"testing"

	"beagle/model"
	"beagle/model/expression"
)

func TestAnExpressionAsksOnlyForWhatCallsWithinTheModelPass(t *testing.T) {
	// The call goes to the service itself: it gives the file's size, and of tags nothing,
	// so that their number would be measured and written.
	text := strings.Replace(photos(t), `calledService_ExternalService="_storeSignature"`, `calledService_ExternalService="_addSignature"`, 1)
	text = strings.Replace(text, `referenceName="data"`, `referenceName="file"`, 1)
	say := func(text, variable string) error {
		v, err := model.ParseVariable(variable)
		if err != nil {
			t.Fatal(err)
		}
		e := parse(t, text).Elements()[0]
		_, err = Adapter{}.Say(&e, expression.Variable{Variable: v})
		return err
	}
	for _, v := range []string{"file.BYTESIZE", "tags.NUMBER_OF_ELEMENTS"} {
		if err := say(text, v); err != nil {
			t.Errorf("%s is passed: %v", v, err)
		}
	}
	for _, v := range []string{"file.NUMBER_OF_ELEMENTS", "tags.BYTESIZE"} {
		if err := say(text, v); err == nil || !strings.Contains(err.Error(), v) {
			t.Errorf("%s, which no call passes, can be said: %v", v, err)
		}
		if err := say(photos(t), v); err != nil {
			t.Errorf("%s, where the model does not call the service: %v", v, err)
		}
	}
}
