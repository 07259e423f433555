; par binds two sorts for a datatype of arity 1
(set-logic ALL)
(declare-datatypes ((A 1)) ((par (X Y) ((a (f X) (g Y))))))
(check-sat)
