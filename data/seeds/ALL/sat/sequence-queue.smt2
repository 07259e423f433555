; Put at the end, taken from the front.
(set-logic ALL)
(set-info :status sat)
(declare-const q (Seq Int))
(declare-const r (Seq Int))
(declare-const x Int)
(assert (= r (seq.++ (seq.extract q 1 (- (seq.len q) 1)) (seq.unit x))))
(assert
  (and
    (= (seq.len q) 3)
    (= (seq.nth q 0) 7)
    (= (seq.nth r 2) 9)
    (> (seq.nth q 1) (seq.nth q 2))))
(check-sat)
