/**
 * For each shell, the script of a program. It hands the typed words to `<program> complete`, each as one word: what is typed is never
 * evaluated. Where nothing is proposed, the shell completes files.
 */
export const SCRIPTS = {
  bash: (program: string) => `# bash completion of ${program}
${identifierOf(program)}() {
  local IFS=$'\\n'
  COMPREPLY=($(${program} complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
}
complete -o default -F ${identifierOf(program)} ${program}
`,
  zsh: (program: string) => `# zsh completion of ${program}
${identifierOf(program)}() {
  local -a proposed
  proposed=("\${(@f)$(${program} complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  if [[ -n "\${proposed[1]}" ]]; then
    compadd -a proposed
  else
    _files
  fi
}
compdef ${identifierOf(program)} ${program}
`,
  fish: (program: string) => `# fish completion of ${program}
function ${identifierOf(program)}_proposed
  set -l typed (commandline -opc) (commandline -ct)
  ${program} complete -- $typed[2..-1] 2>/dev/null
end
complete -c ${program} -a '(${identifierOf(program)}_proposed)'
`,
} as const;

function identifierOf(program: string): string {
  return `_${program.replaceAll('-', '_')}`;
}
