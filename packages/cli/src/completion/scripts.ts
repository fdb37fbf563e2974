/**
 * The scripts hand the typed words to `oracle-gateway complete`, each as one word: what is typed is never evaluated. Where nothing is
 * proposed, the shell completes files.
 */
export const SCRIPTS = {
  bash: `# bash completion of oracle-gateway
_oracle_gateway() {
  local IFS=$'\\n'
  COMPREPLY=($(oracle-gateway complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
}
complete -o default -F _oracle_gateway oracle-gateway
`,
  zsh: `# zsh completion of oracle-gateway
_oracle_gateway() {
  local -a proposed
  proposed=("\${(@f)$(oracle-gateway complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  if [[ -n "\${proposed[1]}" ]]; then
    compadd -a proposed
  else
    _files
  fi
}
compdef _oracle_gateway oracle-gateway
`,
  fish: `# fish completion of oracle-gateway
function __oracle_gateway_proposed
  set -l typed (commandline -opc) (commandline -ct)
  oracle-gateway complete -- $typed[2..-1] 2>/dev/null
end
complete -c oracle-gateway -a '(__oracle_gateway_proposed)'
`,
} as const;
