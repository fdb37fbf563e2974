import { expect, it } from 'vitest';
import { parseAddress } from './address.js';
import { unixSeconds } from './units.js';
import { usageReadMessage } from './usage-read.js';

it('is one line of text that names gateway and time', () => {
  const gateway = parseAddress('JCJcjL5QuRbU4cmVSTLfL8sPHrfMNojFGphDAXufYpG6');
  const message = usageReadMessage({ gateway, timestampSeconds: unixSeconds(1_795_224_390) });
  expect(new TextDecoder().decode(message)).toBe(
    'Oracle Gateway: read usage at JCJcjL5QuRbU4cmVSTLfL8sPHrfMNojFGphDAXufYpG6 at 1795224390',
  );
});
