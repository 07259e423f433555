; accepted by: z3 cvc5 (control bytes and invalid UTF-8 in a comment)
;  ÿþ À
(set-logic QF_UF)
(check-sat)
