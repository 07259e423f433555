; the sort T was never declared
(set-logic ALL)
(declare-const x T)
(check-sat)
