import { ENTRYPOINT, HEALTH_CHECK, SERVICES, USER } from './image/services.mjs';

/**
 * Differences between a Dockerfile's targets and the images of deploy/image: in user, command, arguments, health check, ports.
 *
 * @param {string} text
 * @returns {string[]}
 */
export function dockerfileFaults(text) {
  const stages = stagesOf(text);
  return Object.values(SERVICES).flatMap((service) => {
    const own = stages.get(service.app);
    if (own === undefined) return [`deploy/Dockerfile: has no target ${service.app}`];
    return Object.entries(instructionsOf(service))
      .filter(([name, value]) => own.get(name) !== value)
      .map(([name, value]) => `deploy/Dockerfile: ${service.app} has ${name} ${own.get(name)}, its image ${value}`);
  });
}

function instructionsOf({ app, configPath, healthUrl, ports, statePath }) {
  return {
    USER,
    ENTRYPOINT: inBrackets(ENTRYPOINT),
    CMD: inBrackets(['--config', configPath]),
    HEALTHCHECK: `--interval=10s --timeout=5s --start-period=30s CMD ${inBrackets(HEALTH_CHECK)}`,
    'ENV HEALTH_URL': healthUrl,
    EXPOSE: ports.join(' '),
    'COPY /': `--from=build /programs/${app}`,
    ...(statePath === undefined ? {} : { [`COPY ${statePath}`]: `--from=build --chown=${USER} /state` }),
  };
}

function inBrackets(command) {
  return `[${command.map((part) => JSON.stringify(part)).join(', ')}]`;
}

/**
 * The last instruction of each name by target, with those of the stage below it. An ENV has the name of its variable, a COPY the path of its copy.
 */
function stagesOf(text) {
  const stages = new Map();
  let stage = new Map();
  for (const line of text.split('\n')) {
    const [, base, target] = /^FROM (\S+) AS (\S+)$/.exec(line) ?? [];
    if (target !== undefined) stages.set(target, (stage = new Map(stages.get(base))));
    const [, copied, copy] = /^COPY (.+) (\S+)$/.exec(line) ?? [];
    const [, name, value] = /^(ENV \w+|[A-Z]+)[ =](.+)$/.exec(line) ?? [];
    if (copy !== undefined) stage.set(`COPY ${copy}`, copied);
    else if (name !== undefined) stage.set(name, value);
  }
  return stages;
}
