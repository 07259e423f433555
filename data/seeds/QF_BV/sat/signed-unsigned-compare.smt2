; A length that is negative as signed passes a signed check.
(set-logic QF_BV)
(set-info :status sat)
(declare-const len (_ BitVec 32))
(assert (bvsle len #x00000040))
(assert (bvugt len #x00000040))
(check-sat)
