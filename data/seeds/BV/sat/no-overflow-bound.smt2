; For which m does x + m never wrap for x below 16?
(set-logic BV)
(set-info :status sat)
(declare-const m (_ BitVec 8))
(assert (forall ((x (_ BitVec 8))) (=> (bvult x #x10) (bvuge (bvadd x m) x))))
(assert (bvugt m #xe0))
(check-sat)
