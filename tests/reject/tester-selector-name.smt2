; a tester names a constructor, not a selector
(set-logic ALL)
(declare-datatype L ((nil) (cons (hd Int) (tl L))))
(declare-const x L)
(assert ((_ is hd) x))
(check-sat)
