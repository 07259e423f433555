; the term mentions a constant of a popped level
(set-option :produce-models true)
(set-logic ALL)
(push 1)
(declare-const x Int)
(pop 1)
(check-sat)
(get-value (x))
