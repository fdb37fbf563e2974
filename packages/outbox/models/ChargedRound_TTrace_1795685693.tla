---- MODULE ChargedRound_TTrace_1795685693 ----
EXTENDS ChargedRound, Sequences, TLCExt, ChargedRound_TEConstants, Toolbox, Naturals, TLC

_expression ==
    LET ChargedRound_TEExpression == INSTANCE ChargedRound_TEExpression
    IN ChargedRound_TEExpression!expression
----

_trace ==
    LET ChargedRound_TETrace == INSTANCE ChargedRound_TETrace
    IN ChargedRound_TETrace!trace
----

_inv ==
    ~(
        TLCGet("level") = Len(_TETrace)
        /\
        pc = ((a :> <<"end">> @@ b :> <<"start">>))
        /\
        tx = ((a :> (w :> "none") @@ b :> (w :> "none")))
        /\
        fk = (0)
        /\
        ans = ((a :> {1} @@ b :> {}))
        /\
        fo = (1)
        /\
        led = ([got |-> {}, slot |-> 1, open |-> TRUE, final |-> {}])
        /\
        copy = ((i :> [rec |-> (a :> [st |-> "none", by |-> 0, tok |-> "-", over |-> FALSE, hold |-> 9] @@ b :> [st |-> "none", by |-> 0, tok |-> "-", over |-> FALSE, hold |-> 9]), fig |-> <<0, 0>>, has |-> FALSE]))
        /\
        db = ([rec |-> (a :> [st |-> "none", by |-> 0, tok |-> "-", over |-> FALSE, hold |-> 9] @@ b :> [st |-> "none", by |-> 0, tok |-> "-", over |-> FALSE, hold |-> 9]), fig |-> <<0, 0>>, has |-> FALSE])
        /\
        seen = ((a :> <<1, 1>> @@ b :> <<>>))
        /\
        hand = ((w :> "-"))
    )
----

_init ==
    /\ hand = _TETrace[1].hand
    /\ pc = _TETrace[1].pc
    /\ db = _TETrace[1].db
    /\ led = _TETrace[1].led
    /\ copy = _TETrace[1].copy
    /\ fk = _TETrace[1].fk
    /\ fo = _TETrace[1].fo
    /\ ans = _TETrace[1].ans
    /\ tx = _TETrace[1].tx
    /\ seen = _TETrace[1].seen
----

_next ==
    /\ \E i,j \in DOMAIN _TETrace:
        /\ \/ /\ j = i + 1
              /\ i = TLCGet("level")
        /\ hand  = _TETrace[i].hand
        /\ hand' = _TETrace[j].hand
        /\ pc  = _TETrace[i].pc
        /\ pc' = _TETrace[j].pc
        /\ db  = _TETrace[i].db
        /\ db' = _TETrace[j].db
        /\ led  = _TETrace[i].led
        /\ led' = _TETrace[j].led
        /\ copy  = _TETrace[i].copy
        /\ copy' = _TETrace[j].copy
        /\ fk  = _TETrace[i].fk
        /\ fk' = _TETrace[j].fk
        /\ fo  = _TETrace[i].fo
        /\ fo' = _TETrace[j].fo
        /\ ans  = _TETrace[i].ans
        /\ ans' = _TETrace[j].ans
        /\ tx  = _TETrace[i].tx
        /\ tx' = _TETrace[j].tx
        /\ seen  = _TETrace[i].seen
        /\ seen' = _TETrace[j].seen

\* Uncomment the ASSUME below to write the states of the error trace
\* to the given file in Json format. Note that you can pass any tuple
\* to `JsonSerialize`. For example, a sub-sequence of _TETrace.
    \* ASSUME
    \*     LET J == INSTANCE Json
    \*         IN J!JsonSerialize("ChargedRound_TTrace_1795685693.json", _TETrace)

=============================================================================

 Note that you can extract this module `ChargedRound_TEExpression`
  to a dedicated file to reuse `expression` (the module in the 
  dedicated `ChargedRound_TEExpression.tla` file takes precedence 
  over the module `ChargedRound_TEExpression` below).

---- MODULE ChargedRound_TEExpression ----
EXTENDS ChargedRound, Sequences, TLCExt, ChargedRound_TEConstants, Toolbox, Naturals, TLC

expression == 
    [
        \* To hide variables of the `ChargedRound` spec from the error trace,
        \* remove the variables below.  The trace will be written in the order
        \* of the fields of this record.
        hand |-> hand
        ,pc |-> pc
        ,db |-> db
        ,led |-> led
        ,copy |-> copy
        ,fk |-> fk
        ,fo |-> fo
        ,ans |-> ans
        ,tx |-> tx
        ,seen |-> seen
        
        \* Put additional constant-, state-, and action-level expressions here:
        \* ,_stateNumber |-> _TEPosition
        \* ,_handUnchanged |-> hand = hand'
        
        \* Format the `hand` variable as Json value.
        \* ,_handJson |->
        \*     LET J == INSTANCE Json
        \*     IN J!ToJson(hand)
        
        \* Lastly, you may build expressions over arbitrary sets of states by
        \* leveraging the _TETrace operator.  For example, this is how to
        \* count the number of times a spec variable changed up to the current
        \* state in the trace.
        \* ,_handModCount |->
        \*     LET F[s \in DOMAIN _TETrace] ==
        \*         IF s = 1 THEN 0
        \*         ELSE IF _TETrace[s].hand # _TETrace[s-1].hand
        \*             THEN 1 + F[s-1] ELSE F[s-1]
        \*     IN F[_TEPosition - 1]
    ]

=============================================================================



Parsing and semantic processing can take forever if the trace below is long.
 In this case, it is advised to uncomment the module below to deserialize the
 trace from a generated binary file.

\*
\*---- MODULE ChargedRound_TETrace ----
\*EXTENDS ChargedRound, IOUtils, ChargedRound_TEConstants, TLC
\*
\*trace == IODeserialize("ChargedRound_TTrace_1795685693.bin", TRUE)
\*
\*=============================================================================
\*

---- MODULE ChargedRound_TETrace ----
EXTENDS ChargedRound, ChargedRound_TEConstants, TLC

trace == 
    <<
    ([pc |-> (a :> <<"start">> @@ b :> <<"start">>),tx |-> (a :> (w :> "none") @@ b :> (w :> "none")),fk |-> 0,ans |-> (a :> {} @@ b :> {}),fo |-> 0,led |-> [got |-> {}, slot |-> 1, open |-> TRUE, final |-> {}],copy |-> (i :> [rec |-> (a :> [st |-> "none", by |-> 0, tok |-> "-", over |-> FALSE, hold |-> 9] @@ b :> [st |-> "none", by |-> 0, tok |-> "-", over |-> FALSE, hold |-> 9]), fig |-> <<0, 0>>, has |-> FALSE]),db |-> [rec |-> (a :> [st |-> "none", by |-> 0, tok |-> "-", over |-> FALSE, hold |-> 9] @@ b :> [st |-> "none", by |-> 0, tok |-> "-", over |-> FALSE, hold |-> 9]), fig |-> <<0, 0>>, has |-> FALSE],seen |-> (a :> <<>> @@ b :> <<>>),hand |-> (w :> "-")]),
    ([pc |-> (a :> <<"start">> @@ b :> <<"start">>),tx |-> (a :> (w :> "none") @@ b :> (w :> "none")),fk |-> 0,ans |-> (a :> {} @@ b :> {}),fo |-> 0,led |-> [got |-> {}, slot |-> 1, open |-> TRUE, final |-> {}],copy |-> (i :> [rec |-> (a :> [st |-> "none", by |-> 0, tok |-> "-", over |-> FALSE, hold |-> 9] @@ b :> [st |-> "none", by |-> 0, tok |-> "-", over |-> FALSE, hold |-> 9]), fig |-> <<0, 0>>, has |-> FALSE]),db |-> [rec |-> (a :> [st |-> "none", by |-> 0, tok |-> "-", over |-> FALSE, hold |-> 9] @@ b :> [st |-> "none", by |-> 0, tok |-> "-", over |-> FALSE, hold |-> 9]), fig |-> <<0, 0>>, has |-> FALSE],seen |-> (a :> <<1, 1>> @@ b :> <<>>),hand |-> (w :> "-")]),
    ([pc |-> (a :> <<"reserved">> @@ b :> <<"start">>),tx |-> (a :> (w :> "none") @@ b :> (w :> "none")),fk |-> 0,ans |-> (a :> {} @@ b :> {}),fo |-> 0,led |-> [got |-> {}, slot |-> 1, open |-> TRUE, final |-> {}],copy |-> (i :> [rec |-> (a :> [st |-> "none", by |-> 0, tok |-> "-", over |-> FALSE, hold |-> 9] @@ b :> [st |-> "none", by |-> 0, tok |-> "-", over |-> FALSE, hold |-> 9]), fig |-> <<0, 0>>, has |-> FALSE]),db |-> [rec |-> (a :> [st |-> "reserved", by |-> 1, tok |-> "-", over |-> FALSE, hold |-> 8] @@ b :> [st |-> "none", by |-> 0, tok |-> "-", over |-> FALSE, hold |-> 9]), fig |-> <<1, 1>>, has |-> TRUE],seen |-> (a :> <<1, 1>> @@ b :> <<>>),hand |-> (w :> "-")]),
    ([pc |-> (a :> <<"committed">> @@ b :> <<"start">>),tx |-> (a :> (w :> "none") @@ b :> (w :> "none")),fk |-> 0,ans |-> (a :> {} @@ b :> {}),fo |-> 0,led |-> [got |-> {}, slot |-> 1, open |-> TRUE, final |-> {}],copy |-> (i :> [rec |-> (a :> [st |-> "none", by |-> 0, tok |-> "-", over |-> FALSE, hold |-> 9] @@ b :> [st |-> "none", by |-> 0, tok |-> "-", over |-> FALSE, hold |-> 9]), fig |-> <<0, 0>>, has |-> FALSE]),db |-> [rec |-> (a :> [st |-> "pending", by |-> 1, tok |-> "-", over |-> FALSE, hold |-> 8] @@ b :> [st |-> "none", by |-> 0, tok |-> "-", over |-> FALSE, hold |-> 9]), fig |-> <<1, 1>>, has |-> TRUE],seen |-> (a :> <<1, 1>> @@ b :> <<>>),hand |-> (w :> "-")]),
    ([pc |-> (a :> <<"end">> @@ b :> <<"start">>),tx |-> (a :> (w :> "none") @@ b :> (w :> "none")),fk |-> 0,ans |-> (a :> {1} @@ b :> {}),fo |-> 0,led |-> [got |-> {}, slot |-> 1, open |-> TRUE, final |-> {}],copy |-> (i :> [rec |-> (a :> [st |-> "none", by |-> 0, tok |-> "-", over |-> FALSE, hold |-> 9] @@ b :> [st |-> "none", by |-> 0, tok |-> "-", over |-> FALSE, hold |-> 9]), fig |-> <<0, 0>>, has |-> FALSE]),db |-> [rec |-> (a :> [st |-> "pending", by |-> 1, tok |-> "-", over |-> FALSE, hold |-> 8] @@ b :> [st |-> "none", by |-> 0, tok |-> "-", over |-> FALSE, hold |-> 9]), fig |-> <<1, 1>>, has |-> TRUE],seen |-> (a :> <<1, 1>> @@ b :> <<>>),hand |-> (w :> "-")]),
    ([pc |-> (a :> <<"end">> @@ b :> <<"start">>),tx |-> (a :> (w :> "none") @@ b :> (w :> "none")),fk |-> 0,ans |-> (a :> {1} @@ b :> {}),fo |-> 1,led |-> [got |-> {}, slot |-> 1, open |-> TRUE, final |-> {}],copy |-> (i :> [rec |-> (a :> [st |-> "none", by |-> 0, tok |-> "-", over |-> FALSE, hold |-> 9] @@ b :> [st |-> "none", by |-> 0, tok |-> "-", over |-> FALSE, hold |-> 9]), fig |-> <<0, 0>>, has |-> FALSE]),db |-> [rec |-> (a :> [st |-> "none", by |-> 0, tok |-> "-", over |-> FALSE, hold |-> 9] @@ b :> [st |-> "none", by |-> 0, tok |-> "-", over |-> FALSE, hold |-> 9]), fig |-> <<0, 0>>, has |-> FALSE],seen |-> (a :> <<1, 1>> @@ b :> <<>>),hand |-> (w :> "-")])
    >>
----


=============================================================================

---- MODULE ChargedRound_TEConstants ----
EXTENDS ChargedRound

CONSTANTS a, b, w, i

=============================================================================

---- CONFIG ChargedRound_TTrace_1795685693 ----
CONSTANTS
    Rounds = { a , b }
    Asks = { 1 }
    Workers = { w }
    Replicas = { i }
    MinReplicas = 0
    Partitions = FALSE
    Failovers = 1
    Units = 1
    Cost <- Alike
    Forks = 0
    w = w
    b = b
    a = a
    i = i

INVARIANT
    _inv

CHECK_DEADLOCK
    \* CHECK_DEADLOCK off because of PROPERTY or INVARIANT above.
    FALSE

INIT
    _init

NEXT
    _next

CONSTANT
    _TETrace <- _trace

ALIAS
    _expression
=============================================================================
\* Generated on Thu Nov 26 09:35:01 UTC 2026