(set-logic QF_AX)
(set-info :status unsat)
(declare-sort Index 0)
(declare-sort Element 0)
(declare-const a (Array Index Element))
(declare-const b (Array Index Element))
(declare-const i Index)
(declare-const j Index)
(declare-const k Index)
(assert (= b (store (store a i (select a j)) j (select a i))))
(assert (and (distinct k i) (distinct k j)))
(assert
  (not
    (and
      (= (select b k) (select a k))
      (= (select b i) (select a j))
      (= (select b j) (select a i)))))
(check-sat)
