import * as apps from 'kubernetes-models/apps/v1';
import * as batch from 'kubernetes-models/batch/v1';
import * as networking from 'kubernetes-models/networking.k8s.io/v1';
import * as policy from 'kubernetes-models/policy/v1';
import * as core from 'kubernetes-models/v1';
import * as keda from '@kubernetes-models/keda/keda.sh/v1alpha1';
import * as monitoring from '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1';

const MODELS = {
  v1: core,
  'apps/v1': apps,
  'batch/v1': batch,
  'keda.sh/v1alpha1': keda,
  'monitoring.coreos.com/v1': monitoring,
  'networking.k8s.io/v1': networking,
  'policy/v1': policy,
};

/**
 * Judges a manifest by the schema of its kind. The schemas allow keys that they do not have; here such a key is a fault, since a server drops it
 * without a word.
 *
 * @returns {null | ((manifest: object) => string[])} null: no such kind
 */
export function validatorOf(apiVersion, kind) {
  const model = MODELS[apiVersion]?.[kind];
  if (model === undefined) return null;
  return (manifest) => {
    const read = new Map();
    try {
      model.prototype.validate.call(observed(manifest, read));
    } catch (error) {
      return error.message.split('\n');
    }
    return unreadKeys(manifest, read, kind);
  };
}

/** Notes the keys that are read, for each object: a schema's code reads every key that it has. */
function observed(value, read) {
  if (typeof value !== 'object' || value === null) return value;
  if (!read.has(value)) read.set(value, new Set());
  return new Proxy(value, {
    get(target, key) {
      read.get(target).add(key);
      return observed(target[key], read);
    },
  });
}

function unreadKeys(value, read, path) {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, child]) =>
    read.get(value)?.has(key) === true ? unreadKeys(child, read, `${path}.${key}`) : [`${path}.${key} is unknown`],
  );
}
