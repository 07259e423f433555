; accepted by: z3 cvc5 (a comment without a newline at the end)
(set-logic QF_UF)
(check-sat)
; the end