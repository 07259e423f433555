; accepted by: z3 cvc5 (quoted symbols with newlines and tabs inside)
(set-logic QF_LIA)
(declare-const |first line
second line| Int)
(declare-const |	tab	| Int)
(declare-const |
| Int)
(assert (> |first line
second line| |	tab	| |
|))
(check-sat)
