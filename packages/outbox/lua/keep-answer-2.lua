#!lua
-- Keeps an answer of an owner's public feeds, so that their readers can verify it.
--
-- KEYS  1 answers of the owner  2 bytes
-- Input  owner: string    base58
--        bytes: number    that the answers of the owner may have
--        lifeMs: number
-- Text  the answer
-- Reply {its id}
-- include clock
-- include streams
local ANSWERS, BYTES = KEYS[1], KEYS[2]
local input = cjson.decode(ARGV[1])

local texts = { 'a' }
table.insert(texts, ARGV[2])
return { append(ANSWERS, BYTES, input.owner, '*', texts, { bytes = input.bytes, lifeMs = input.lifeMs }) }
