(set-logic ALL)
(set-info :status sat)
(declare-const p0 Bool)
(declare-const p1 Bool)
(declare-const n0 Int)
(declare-const n1 Int)
(declare-const q0 (Seq Int))
(declare-const q1 (Seq Int))
(assert (>= n1 (+ n0 (seq.indexof q1 q0 3) n0)))
(assert (or (<= n1 (seq.len q1)) (=> (seq.prefixof q0 q1) (> n0 n1))))
(assert (or p1 (= (- 2) (+ n1 n1))))
(assert (and (distinct q0 (seq.++ q0 q0) q1) (or p1 (> n1 n0)) p0))
(assert (not (= (seq.++ q0 (seq.unit (- 5))) q1)))
(assert (= (mod n1 3) 1))
(assert
  (not
    (seq.contains (seq.++ (seq.unit 3) q0 q1)
      (seq.++ q0 q0 (seq.unit 214228326691478134616731072670114359188708462991130845)))))
(assert
  (distinct
    (seq.++ (seq.++ q0 q0) (seq.unit n0) (seq.++ q1 q0))
    (seq.++ q1 q0)
    (seq.replace (seq.++ q0 q0) (seq.unit 250) q1)))
(check-sat)
