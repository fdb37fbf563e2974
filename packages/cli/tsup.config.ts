import { app } from '../../tsup.base.js';

// The command starts with its tree alone. What one command needs is loaded when it runs.
export default app(['src/main.ts'], { splitting: true });
