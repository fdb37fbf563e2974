export const TARGET: 'node20';
export const COMMONJS: string;
