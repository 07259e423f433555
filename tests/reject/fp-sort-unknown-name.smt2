; there is no float sort of this name
(set-logic ALL)
(declare-const x Float80)
(check-sat)
