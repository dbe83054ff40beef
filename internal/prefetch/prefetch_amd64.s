#include "textflag.h"

// func lines(addresses *unsafe.Pointer, n int)
TEXT ·lines(SB), NOSPLIT, $0-16
	MOVQ addresses+0(FP), SI
	MOVQ n+8(FP), CX

next:
	MOVQ        (SI), AX
	PREFETCHT0  (AX)
	ADDQ        $8, SI
	DECQ        CX
	JNZ         next
	RET
