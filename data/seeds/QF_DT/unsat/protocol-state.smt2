; From idle one cannot get to open in one step.
(set-logic QF_DT)
(set-info :status unsat)
(declare-datatypes ((State 0)) (((idle) (waiting) (open) (closed))))
(declare-const s State)
(declare-const t State)
(declare-const ok Bool)
(assert
  (= t
    (ite ((_ is idle) s)
      waiting
      (ite ((_ is waiting) s) (ite ok open closed) (ite ((_ is open) s) closed idle)))))
(assert (and (= s idle) (= t open)))
(check-sat)
