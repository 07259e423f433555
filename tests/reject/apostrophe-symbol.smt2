; an apostrophe belongs to no symbol
(set-logic ALL)
(declare-const x' Int)
(check-sat)
