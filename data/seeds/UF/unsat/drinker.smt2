; In every bar there is somebody such that, if he drinks, everybody does.
(set-logic UF)
(set-info :status unsat)
(declare-sort Person 0)
(declare-fun drinks (Person) Bool)
(assert (not (exists ((x Person)) (=> (drinks x) (forall ((y Person)) (drinks y))))))
(check-sat)
