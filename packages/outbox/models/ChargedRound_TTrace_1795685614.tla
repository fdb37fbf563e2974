---- MODULE ChargedRound_TTrace_1795685614 ----
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
        pc = ((a :> <<"end">> @@ b :> <<"end">>))
        /\
        tx = ((a :> (w :> "sent") @@ b :> (w :> "none")))
        /\
        fk = (1)
        /\
        ans = ((a :> {1} @@ b :> {1}))
        /\
        fo = (0)
        /\
        led = ([got |-> {}, slot |-> 3, open |-> TRUE, final |-> {}])
        /\
        copy = (<<>>)
        /\
        db = ([rec |-> (a :> [st |-> "settled", by |-> 1, tok |-> "-", over |-> FALSE, hold |-> 9] @@ b :> [st |-> "pending", by |-> 1, tok |-> "-", over |-> FALSE, hold |-> 8]), fig |-> <<1, 3>>, has |-> TRUE])
        /\
        seen = ((a :> <<1, 1>> @@ b :> <<1, 3>>))
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
    \*         IN J!JsonSerialize("ChargedRound_TTrace_1795685614.json", _TETrace)

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
\*trace == IODeserialize("ChargedRound_TTrace_1795685614.bin", TRUE)
\*
\*=============================================================================
\*

---- MODULE ChargedRound_TETrace ----
EXTENDS ChargedRound, ChargedRound_TEConstants, TLC

trace == 
    <<
    ([pc |-> (a :> <<"start">> @@ b :> <<"start">>),tx |-> (a :> (w :> "none") @@ b :> (w :> "none")),fk |-> 0,ans |-> (a :> {} @@ b :> {}),fo |-> 0,led |-> [got |-> {}, slot |-> 1, open |-> TRUE, final |-> {}],copy |-> <<>>,db |-> [rec |-> (a :> [st |-> "none", by |-> 0, tok |-> "-", over |-> FALSE, hold |-> 9] @@ b :> [st |-> "none", by |-> 0, tok |-> "-", over |-> FALSE, hold |-> 9]), fig |-> <<0, 0>>, has |-> FALSE],seen |-> (a :> <<>> @@ b :> <<>>),hand |-> (w :> "-")]),
    ([pc |-> (a :> <<"start">> @@ b :> <<"start">>),tx |-> (a :> (w :> "none") @@ b :> (w :> "none")),fk |-> 0,ans |-> (a :> {} @@ b :> {}),fo |-> 0,led |-> [got |-> {}, slot |-> 1, open |-> TRUE, final |-> {}],copy |-> <<>>,db |-> [rec |-> (a :> [st |-> "none", by |-> 0, tok |-> "-", over |-> FALSE, hold |-> 9] @@ b :> [st |-> "none", by |-> 0, tok |-> "-", over |-> FALSE, hold |-> 9]), fig |-> <<0, 0>>, has |-> FALSE],seen |-> (a :> <<1, 1>> @@ b :> <<>>),hand |-> (w :> "-")]),
    ([pc |-> (a :> <<"reserved">> @@ b :> <<"start">>),tx |-> (a :> (w :> "none") @@ b :> (w :> "none")),fk |-> 0,ans |-> (a :> {} @@ b :> {}),fo |-> 0,led |-> [got |-> {}, slot |-> 1, open |-> TRUE, final |-> {}],copy |-> <<>>,db |-> [rec |-> (a :> [st |-> "reserved", by |-> 1, tok |-> "-", over |-> FALSE, hold |-> 8] @@ b :> [st |-> "none", by |-> 0, tok |-> "-", over |-> FALSE, hold |-> 9]), fig |-> <<1, 1>>, has |-> TRUE],seen |-> (a :> <<1, 1>> @@ b :> <<>>),hand |-> (w :> "-")]),
    ([pc |-> (a :> <<"committed">> @@ b :> <<"start">>),tx |-> (a :> (w :> "none") @@ b :> (w :> "none")),fk |-> 0,ans |-> (a :> {} @@ b :> {}),fo |-> 0,led |-> [got |-> {}, slot |-> 1, open |-> TRUE, final |-> {}],copy |-> <<>>,db |-> [rec |-> (a :> [st |-> "pending", by |-> 1, tok |-> "-", over |-> FALSE, hold |-> 8] @@ b :> [st |-> "none", by |-> 0, tok |-> "-", over |-> FALSE, hold |-> 9]), fig |-> <<1, 1>>, has |-> TRUE],seen |-> (a :> <<1, 1>> @@ b :> <<>>),hand |-> (w :> "-")]),
    ([pc |-> (a :> <<"end">> @@ b :> <<"start">>),tx |-> (a :> (w :> "none") @@ b :> (w :> "none")),fk |-> 0,ans |-> (a :> {1} @@ b :> {}),fo |-> 0,led |-> [got |-> {}, slot |-> 1, open |-> TRUE, final |-> {}],copy |-> <<>>,db |-> [rec |-> (a :> [st |-> "pending", by |-> 1, tok |-> "-", over |-> FALSE, hold |-> 8] @@ b :> [st |-> "none", by |-> 0, tok |-> "-", over |-> FALSE, hold |-> 9]), fig |-> <<1, 1>>, has |-> TRUE],seen |-> (a :> <<1, 1>> @@ b :> <<>>),hand |-> (w :> "-")]),
    ([pc |-> (a :> <<"end">> @@ b :> <<"start">>),tx |-> (a :> (w :> "none") @@ b :> (w :> "none")),fk |-> 0,ans |-> (a :> {1} @@ b :> {}),fo |-> 0,led |-> [got |-> {}, slot |-> 1, open |-> TRUE, final |-> {}],copy |-> <<>>,db |-> [rec |-> (a :> [st |-> "pending", by |-> 1, tok |-> w, over |-> FALSE, hold |-> 8] @@ b :> [st |-> "none", by |-> 0, tok |-> "-", over |-> FALSE, hold |-> 9]), fig |-> <<1, 1>>, has |-> TRUE],seen |-> (a :> <<1, 1>> @@ b :> <<>>),hand |-> (w :> a)]),
    ([pc |-> (a :> <<"end">> @@ b :> <<"start">>),tx |-> (a :> (w :> "sent") @@ b :> (w :> "none")),fk |-> 0,ans |-> (a :> {1} @@ b :> {}),fo |-> 0,led |-> [got |-> {}, slot |-> 1, open |-> TRUE, final |-> {}],copy |-> <<>>,db |-> [rec |-> (a :> [st |-> "pending", by |-> 1, tok |-> w, over |-> FALSE, hold |-> 8] @@ b :> [st |-> "none", by |-> 0, tok |-> "-", over |-> FALSE, hold |-> 9]), fig |-> <<1, 1>>, has |-> TRUE],seen |-> (a :> <<1, 1>> @@ b :> <<>>),hand |-> (w :> a)]),
    ([pc |-> (a :> <<"end">> @@ b :> <<"start">>),tx |-> (a :> (w :> "sent") @@ b :> (w :> "none")),fk |-> 0,ans |-> (a :> {1} @@ b :> {}),fo |-> 0,led |-> [got |-> {a}, slot |-> 2, open |-> TRUE, final |-> {}],copy |-> <<>>,db |-> [rec |-> (a :> [st |-> "pending", by |-> 1, tok |-> w, over |-> FALSE, hold |-> 8] @@ b :> [st |-> "none", by |-> 0, tok |-> "-", over |-> FALSE, hold |-> 9]), fig |-> <<1, 1>>, has |-> TRUE],seen |-> (a :> <<1, 1>> @@ b :> <<>>),hand |-> (w :> a)]),
    ([pc |-> (a :> <<"end">> @@ b :> <<"start">>),tx |-> (a :> (w :> "sent") @@ b :> (w :> "none")),fk |-> 0,ans |-> (a :> {1} @@ b :> {}),fo |-> 0,led |-> [got |-> {a}, slot |-> 2, open |-> TRUE, final |-> {}],copy |-> <<>>,db |-> [rec |-> (a :> [st |-> "settled", by |-> 1, tok |-> "-", over |-> FALSE, hold |-> 9] @@ b :> [st |-> "none", by |-> 0, tok |-> "-", over |-> FALSE, hold |-> 9]), fig |-> <<0, 2>>, has |-> TRUE],seen |-> (a :> <<1, 1>> @@ b :> <<>>),hand |-> (w :> "-")]),
    ([pc |-> (a :> <<"end">> @@ b :> <<"start">>),tx |-> (a :> (w :> "sent") @@ b :> (w :> "none")),fk |-> 1,ans |-> (a :> {1} @@ b :> {}),fo |-> 0,led |-> [got |-> {}, slot |-> 3, open |-> TRUE, final |-> {}],copy |-> <<>>,db |-> [rec |-> (a :> [st |-> "settled", by |-> 1, tok |-> "-", over |-> FALSE, hold |-> 9] @@ b :> [st |-> "none", by |-> 0, tok |-> "-", over |-> FALSE, hold |-> 9]), fig |-> <<0, 2>>, has |-> TRUE],seen |-> (a :> <<1, 1>> @@ b :> <<>>),hand |-> (w :> "-")]),
    ([pc |-> (a :> <<"end">> @@ b :> <<"start">>),tx |-> (a :> (w :> "sent") @@ b :> (w :> "none")),fk |-> 1,ans |-> (a :> {1} @@ b :> {}),fo |-> 0,led |-> [got |-> {}, slot |-> 3, open |-> TRUE, final |-> {}],copy |-> <<>>,db |-> [rec |-> (a :> [st |-> "settled", by |-> 1, tok |-> "-", over |-> FALSE, hold |-> 9] @@ b :> [st |-> "none", by |-> 0, tok |-> "-", over |-> FALSE, hold |-> 9]), fig |-> <<0, 2>>, has |-> TRUE],seen |-> (a :> <<1, 1>> @@ b :> <<1, 3>>),hand |-> (w :> "-")]),
    ([pc |-> (a :> <<"end">> @@ b :> <<"reserved">>),tx |-> (a :> (w :> "sent") @@ b :> (w :> "none")),fk |-> 1,ans |-> (a :> {1} @@ b :> {}),fo |-> 0,led |-> [got |-> {}, slot |-> 3, open |-> TRUE, final |-> {}],copy |-> <<>>,db |-> [rec |-> (a :> [st |-> "settled", by |-> 1, tok |-> "-", over |-> FALSE, hold |-> 9] @@ b :> [st |-> "reserved", by |-> 1, tok |-> "-", over |-> FALSE, hold |-> 8]), fig |-> <<1, 3>>, has |-> TRUE],seen |-> (a :> <<1, 1>> @@ b :> <<1, 3>>),hand |-> (w :> "-")]),
    ([pc |-> (a :> <<"end">> @@ b :> <<"committed">>),tx |-> (a :> (w :> "sent") @@ b :> (w :> "none")),fk |-> 1,ans |-> (a :> {1} @@ b :> {}),fo |-> 0,led |-> [got |-> {}, slot |-> 3, open |-> TRUE, final |-> {}],copy |-> <<>>,db |-> [rec |-> (a :> [st |-> "settled", by |-> 1, tok |-> "-", over |-> FALSE, hold |-> 9] @@ b :> [st |-> "pending", by |-> 1, tok |-> "-", over |-> FALSE, hold |-> 8]), fig |-> <<1, 3>>, has |-> TRUE],seen |-> (a :> <<1, 1>> @@ b :> <<1, 3>>),hand |-> (w :> "-")]),
    ([pc |-> (a :> <<"end">> @@ b :> <<"end">>),tx |-> (a :> (w :> "sent") @@ b :> (w :> "none")),fk |-> 1,ans |-> (a :> {1} @@ b :> {1}),fo |-> 0,led |-> [got |-> {}, slot |-> 3, open |-> TRUE, final |-> {}],copy |-> <<>>,db |-> [rec |-> (a :> [st |-> "settled", by |-> 1, tok |-> "-", over |-> FALSE, hold |-> 9] @@ b :> [st |-> "pending", by |-> 1, tok |-> "-", over |-> FALSE, hold |-> 8]), fig |-> <<1, 3>>, has |-> TRUE],seen |-> (a :> <<1, 1>> @@ b :> <<1, 3>>),hand |-> (w :> "-")])
    >>
----


=============================================================================

---- MODULE ChargedRound_TEConstants ----
EXTENDS ChargedRound

CONSTANTS a, b, w

=============================================================================

---- CONFIG ChargedRound_TTrace_1795685614 ----
CONSTANTS
    Rounds = { a , b }
    Asks = { 1 }
    Workers = { w }
    Replicas = { }
    MinReplicas = 0
    Partitions = FALSE
    Failovers = 0
    Units = 1
    Cost <- Alike
    Forks = 1
    a = a
    b = b
    w = w

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
\* Generated on Thu Nov 26 09:33:43 UTC 2026