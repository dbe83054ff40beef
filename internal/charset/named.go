package charset

import (
	"strings"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/ianaindex"
	"golang.org/x/text/encoding/unicode/utf32"
)

// java are names that only Java has, in lower case without marks.
var java = map[string]string{
	"utf8": "UTF-8", "ms932": "Shift_JIS", "sjis": "Shift_JIS", "windows31j": "Shift_JIS",
	"ms936": "GBK", "cp936": "GBK", "xmswin936": "GBK", "euccn": "GBK", "gb2312": "GBK",
	"ms949": "EUC-KR", "xwindows949": "EUC-KR", "cp949": "EUC-KR", "euckr": "EUC-KR", "ksc56011987": "EUC-KR",
	"ms950": "Big5", "xwindows950": "Big5", "cp950": "Big5", "big5hkscs": "Big5", "xms950hkscs": "Big5",
	"eucjp": "EUC-JP", "xeucjplinux": "EUC-JP", "iso2022jp": "ISO-2022-JP", "macroman": "macintosh", "xmacroman": "macintosh",
	"utf16le": "UTF-16LE", "utf16be": "UTF-16BE", "utf16": "UTF-16", "unicode": "UTF-16",
	"latin1": latin1, "latin9": "ISO-8859-15", "koi8r": "KOI8-R", "koi8u": "KOI8-U",
}

// Named is the charset with that name, as Java, IANA and web browsers have it; nil: there is none.
func Named(name string) encoding.Encoding {
	name = strings.TrimSpace(name)
	short := strings.Map(func(r rune) rune {
		if r == '-' || r == '_' || r == ' ' {
			return -1
		}
		return r
	}, strings.ToLower(name))
	if known, ok := java[short]; ok {
		name = known
	} else if number, ok := strings.CutPrefix(short, "cp125"); ok {
		name = "windows-125" + number
	} else if number, ok := strings.CutPrefix(short, "iso8859"); ok {
		name = "ISO-8859-" + number
	} else if number, ok := strings.CutPrefix(short, "cp"); ok {
		name = "IBM" + number
	}
	switch short {
	case "utf32", "utf32be":
		return utf32.UTF32(utf32.BigEndian, utf32.IgnoreBOM)
	case "utf32le":
		return utf32.UTF32(utf32.LittleEndian, utf32.IgnoreBOM)
	}
	if code, err := ianaindex.IANA.Encoding(name); err == nil && code != nil {
		return code
	}
	code, err := htmlindex.Get(name)
	if err != nil {
		return nil
	}
	return code
}
