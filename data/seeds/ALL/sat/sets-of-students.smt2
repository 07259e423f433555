; Who takes both, who takes neither.
(set-logic ALL)
(set-info :status sat)
(declare-const a (Set Int))
(declare-const b (Set Int))
(declare-const x Int)
(assert (set.member x (set.inter a b)))
(assert
  (and
    (set.member 3 a)
    (not (set.member 3 b))
    (set.subset (set.singleton 5) (set.minus b a))))
(check-sat)
