#!/usr/bin/env node
import { runMain } from '@oracle-gateway/process';
import { runCommandLine } from './command/command-line.js';
import { createSettlementWorker } from './index.js';

void runMain((io) => runCommandLine(io, createSettlementWorker));
