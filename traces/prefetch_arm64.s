#include "textflag.h"

// func touchLines(addresses *unsafe.Pointer, n int)
TEXT ·touchLines(SB), NOSPLIT, $0-16
	MOVD addresses+0(FP), R0
	MOVD n+8(FP), R1

next:
	MOVD.P 8(R0), R2
	PRFM   (R2), PLDL1KEEP
	SUB    $1, R1
	CBNZ   R1, next
	RET
