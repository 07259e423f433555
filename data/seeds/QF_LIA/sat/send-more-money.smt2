; SEND + MORE = MONEY, each letter a digit of its own.
(set-logic QF_LIA)
(set-info :status sat)
(declare-const s Int)
(declare-const e Int)
(declare-const n Int)
(declare-const d Int)
(declare-const m Int)
(declare-const o Int)
(declare-const r Int)
(declare-const y Int)
(assert
  (and
    (<= 1 s 9)
    (<= 0 e 9)
    (<= 0 n 9)
    (<= 0 d 9)
    (<= 1 m 9)
    (<= 0 o 9)
    (<= 0 r 9)
    (<= 0 y 9)))
(assert (distinct s e n d m o r y))
(assert
  (=
    (+ (* 1000 s) (* 100 e) (* 10 n) d (* 1000 m) (* 100 o) (* 10 r) e)
    (+ (* 10000 m) (* 1000 o) (* 100 n) (* 10 e) y)))
(check-sat)
