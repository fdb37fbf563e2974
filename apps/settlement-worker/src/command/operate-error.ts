/** A command is unknown, names an unknown round, or cannot be run now. */
export class OperateError extends Error {
  override readonly name = 'OperateError';
}
