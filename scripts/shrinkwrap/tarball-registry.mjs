import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { basename, join } from 'node:path';

/**
 * A registry on loopback of the tarballs in a folder, one version each. npm takes it for a scope: `--@oracle-gateway:registry=<url>`.
 *
 * @param {string} folder
 * @returns {Promise<{ url: string, close: () => void }>}
 */
export async function serveTarballs(folder) {
  const packages = new Map(readdirSync(folder).map((file) => publishedOf(join(folder, file))));
  const server = createServer((request, response) => {
    const path = decodeURIComponent(request.url);
    const own = `http://${request.headers.host}`;
    const [, asked] = /^\/tarballs\/(.+)$/.exec(path) ?? [];
    const found = asked === undefined ? packages.get(path.slice(1)) : [...packages.values()].find(({ file }) => file === asked);
    if (found === undefined) response.writeHead(404).end('{}');
    else if (asked !== undefined) response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(found.tarball);
    else response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(documentOf(found, own)));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return { url: `http://127.0.0.1:${server.address().port}/`, close: () => server.close() };
}

function publishedOf(path) {
  const read = (name) => execFileSync('tar', ['-xzOf', path, `package/${name}`], { encoding: 'utf8' });
  const manifest = JSON.parse(read('package.json'));
  const files = execFileSync('tar', ['-tzf', path], { encoding: 'utf8' }).split('\n');
  const hasShrinkwrap = files.includes('package/npm-shrinkwrap.json');
  return [manifest.name, { manifest, hasShrinkwrap, file: basename(path), tarball: readFileSync(path) }];
}

/** A package as the registry describes it. */
function documentOf({ manifest, hasShrinkwrap, file, tarball }, own) {
  const { name, version } = manifest;
  const integrity = `sha512-${createHash('sha512').update(tarball).digest('base64')}`;
  const published = { ...manifest, _hasShrinkwrap: hasShrinkwrap, dist: { integrity, tarball: `${own}/tarballs/${file}` } };
  return { name, 'dist-tags': { latest: version }, versions: { [version]: published } };
}
