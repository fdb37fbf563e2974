export { failureLines, type FailureMembers, readFailure } from './base/failure.js';
