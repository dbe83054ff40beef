#include "textflag.h"

// The order of additions is that of gonum's DotUnitary: four sums side by side, of which
// the first also gets what is left behind the last four numbers; then the first two and
// the last two are added, one to one, and then both.

// func four(x *float64, n int, a, b, c, d *float64, products *[4]float64)
TEXT ·four(SB), NOSPLIT, $0-56
	MOVQ   x+0(FP), R8
	MOVQ   n+8(FP), DI
	MOVQ   a+16(FP), R9
	MOVQ   b+24(FP), R10
	MOVQ   c+32(FP), R11
	MOVQ   d+40(FP), R12
	MOVQ   products+48(FP), R13
	VXORPD Y4, Y4, Y4
	VXORPD Y5, Y5, Y5
	VXORPD Y6, Y6, Y6
	VXORPD Y7, Y7, Y7
	XORQ   SI, SI
	SUBQ   $4, DI
	JL     rest

together:
	VMOVUPD (R8)(SI*8), Y0
	VMULPD  (R9)(SI*8), Y0, Y1
	VADDPD  Y1, Y4, Y4
	VMULPD  (R10)(SI*8), Y0, Y2
	VADDPD  Y2, Y5, Y5
	VMULPD  (R11)(SI*8), Y0, Y3
	VADDPD  Y3, Y6, Y6
	VMULPD  (R12)(SI*8), Y0, Y1
	VADDPD  Y1, Y7, Y7
	ADDQ    $4, SI
	SUBQ    $4, DI
	JGE     together

rest:
	VEXTRACTF128 $1, Y4, X8
	VEXTRACTF128 $1, Y5, X9
	VEXTRACTF128 $1, Y6, X10
	VEXTRACTF128 $1, Y7, X11
	ADDQ         $4, DI
	JLE          sums

single:
	VMOVSD (R8)(SI*8), X0
	VMULSD (R9)(SI*8), X0, X1
	VADDSD X1, X4, X4
	VMULSD (R10)(SI*8), X0, X2
	VADDSD X2, X5, X5
	VMULSD (R11)(SI*8), X0, X3
	VADDSD X3, X6, X6
	VMULSD (R12)(SI*8), X0, X1
	VADDSD X1, X7, X7
	ADDQ   $1, SI
	SUBQ   $1, DI
	JNZ    single

sums:
	VADDPD    X8, X4, X4
	VADDPD    X9, X5, X5
	VADDPD    X10, X6, X6
	VADDPD    X11, X7, X7
	VUNPCKHPD X4, X4, X0
	VADDSD    X0, X4, X4
	VUNPCKHPD X5, X5, X1
	VADDSD    X1, X5, X5
	VUNPCKHPD X6, X6, X2
	VADDSD    X2, X6, X6
	VUNPCKHPD X7, X7, X3
	VADDSD    X3, X7, X7
	VMOVSD    X4, 0(R13)
	VMOVSD    X5, 8(R13)
	VMOVSD    X6, 16(R13)
	VMOVSD    X7, 24(R13)
	VZEROUPPER
	RET
