; select with an index of the wrong width
(set-logic ALL)
(declare-const a (Array (_ BitVec 8) Bool))
(assert (select a #x0))
(check-sat)
