; accepted by: z3 cvc5 (lines that end with CR LF)
(set-logic QF_LIA)
(declare-const |a
b| Int)
; comment
(assert
  (= |a
b| 1))
(check-sat)
