; accepted by: z3 (a string over two lines)
(set-logic QF_S)
(declare-const s String)
(assert (= s "first
second	tab"))
(check-sat)
