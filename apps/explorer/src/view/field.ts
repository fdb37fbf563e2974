import { type ComponentChildren, h, type TargetedEvent } from 'preact';

interface FieldInput {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly hint?: string;
  readonly isDisabled?: boolean;
  readonly isWrong?: boolean;
}

/** A labelled line of text. */
export function TextField({
  label,
  value,
  onChange,
  hint,
  isDisabled = false,
  isWrong = false,
  type = 'text',
}: FieldInput & { readonly type?: string }): ComponentChildren {
  return h('label', { class: 'field' }, [
    h('span', null, label),
    h('input', {
      type,
      value,
      disabled: isDisabled,
      spellcheck: false,
      autocomplete: 'off',
      'aria-invalid': isWrong ? 'true' : 'false',
      onInput: ({ currentTarget }) => onChange(currentTarget.value),
    }),
    hint === undefined ? null : h('small', null, hint),
  ]);
}

/** A labelled text of several lines. */
export function TextArea({ label, value, onChange, rows, isWrong = false }: FieldInput & { readonly rows: number }): ComponentChildren {
  return h('label', { class: 'field' }, [
    h('span', null, label),
    h('textarea', {
      rows,
      value,
      spellcheck: false,
      'aria-invalid': isWrong ? 'true' : 'false',
      onInput: ({ currentTarget }: TargetedEvent<HTMLTextAreaElement>) => onChange(currentTarget.value),
    }),
  ]);
}

/** A labelled choice. */
export function Choice({
  label,
  value,
  options,
  onChange,
  isDisabled = false,
}: FieldInput & { readonly options: readonly string[] }): ComponentChildren {
  return h('label', { class: 'field' }, [
    h('span', null, label),
    h(
      'select',
      { value, disabled: isDisabled, onChange: ({ currentTarget }: TargetedEvent<HTMLSelectElement>) => onChange(currentTarget.value) },
      options.map((option) => h('option', { value: option, key: option }, option)),
    ),
  ]);
}
