#!/usr/bin/env node
import { runMain } from '@oracle-gateway/process';
import { runCommandLine } from './command/command-line.js';
import { createOracleNode } from './index.js';

void runMain((io) => runCommandLine(io, createOracleNode));
