// A small button that shows only a picture; its name is heard, and seen when the pointer rests on it.
import { Button, type ButtonProps } from 'antd';

interface Props extends Omit<ButtonProps, 'type' | 'style' | 'children'> {
  /** Absent where what is heard says more than what is seen: then `aria-label` and `title`. */
  readonly label?: string;
}

const STYLE = { flex: 'none', width: 28, height: 28 } as const;
const OFF = { ...STYLE, opacity: 0.5 };

export const IconButton = ({ label, ...rest }: Props) => (
  <Button type="text" aria-label={label} title={label} style={rest.disabled ? OFF : STYLE} {...rest} />
);
