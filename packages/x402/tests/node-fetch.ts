// Node's own `fetch` takes the place of the global dispatcher at its first use; otherwise undici does when it is imported. Imported first.
await fetch('data:,');
