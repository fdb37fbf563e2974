import { type ComponentChildren, h } from 'preact';
import { useState } from 'preact/hooks';
import { TextField } from '../view/field.js';

/** Name and value of a further header. */
export function HeaderAdder({ onAdd }: { readonly onAdd: (name: string, value: string) => void }): ComponentChildren {
  const [name, setName] = useState('');
  const [value, setValue] = useState('');
  const isReady = name.trim() !== '' && value !== '';
  const add = (): void => {
    onAdd(name.trim(), value);
    setName('');
    setValue('');
  };
  return h('div', { class: 'row' }, [
    h(TextField, { label: 'Name of a header', value: name, onChange: setName }),
    h(TextField, { label: 'Its value', value, onChange: setValue }),
    h('button', { type: 'button', class: 'small', disabled: !isReady, onClick: add }, 'Add the header'),
  ]);
}
