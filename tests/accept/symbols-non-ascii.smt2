; accepted by: z3 cvc5 (letters beyond ASCII in quoted symbols and comments: äöü — 数)
(set-logic QF_LIA)
(declare-const |größe| Int)
(declare-const |数| Int)
; naïve comment …
(assert (< |größe| |数|))
(check-sat)
