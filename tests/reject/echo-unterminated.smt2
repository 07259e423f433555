; the string of echo is never closed
(set-logic ALL)
(echo "hello)
