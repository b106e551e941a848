/** The part of JSON Schema that the schema of native lines uses. */
export interface Schema {
  readonly [keyword: string]: unknown;
}

export function isValid(root: Schema, value: unknown): boolean {
  return holds(root, root, value);
}

function holds(root: Schema, schema: unknown, value: unknown): boolean {
  if (typeof schema === 'boolean') return schema;
  const rules = Object.entries(schema as Schema);
  return rules.every(([keyword, rule]) => check(root, schema as Schema, keyword, rule, value));
}

function check(root: Schema, schema: Schema, keyword: string, rule: unknown, value: unknown): boolean {
  const { $defs } = root;
  const { prefixItems, then } = schema;
  const list = Array.isArray(value) ? value : [];
  const object = typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
  const has = (name: string) => Object.hasOwn(object, name);
  switch (keyword) {
    case '$schema':
    case '$defs':
    case 'title':
    case 'description':
    case 'then':
      return true;
    case '$ref':
      return holds(root, ($defs as Schema)[String(rule).replace('#/$defs/', '')], value);
    case 'type':
      return [rule].flat().some((type) => isOfType(String(type), value));
    case 'const':
      return value === rule;
    case 'enum':
      return (rule as unknown[]).includes(value);
    case 'required':
      return (rule as string[]).every(has);
    case 'properties':
      return Object.entries(rule as Schema).every(
        ([name, part]) => !has(name) || holds(root, part, (object as Schema)[name]),
      );
    case 'prefixItems':
      return (rule as unknown[]).every((part, i) => i >= list.length || holds(root, part, list[i]));
    case 'items': {
      const first = (prefixItems as unknown[] | undefined)?.length ?? 0;
      return list.slice(first).every((item) => holds(root, rule, item));
    }
    case 'minItems':
      return !Array.isArray(value) || list.length >= Number(rule);
    case 'maxItems':
      return list.length <= Number(rule);
    case 'minLength':
      return typeof value !== 'string' || value.length >= Number(rule);
    case 'maxLength':
      return typeof value !== 'string' || value.length <= Number(rule);
    case 'pattern':
      return typeof value !== 'string' || new RegExp(String(rule)).test(value);
    case 'minimum':
      return typeof value !== 'number' || value >= Number(rule);
    case 'maximum':
      return typeof value !== 'number' || value <= Number(rule);
    case 'allOf':
      return (rule as unknown[]).every((part) => holds(root, part, value));
    case 'anyOf':
      return (rule as unknown[]).some((part) => holds(root, part, value));
    case 'if':
      return !holds(root, rule, value) || holds(root, then, value);
    default:
      throw new Error(`The schema uses ${keyword}, which is not checked here`);
  }
}

function isOfType(type: string, value: unknown): boolean {
  switch (type) {
    case 'null':
      return value === null;
    case 'array':
      return Array.isArray(value);
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value);
    case 'integer':
      return Number.isInteger(value);
    default:
      return typeof value === type;
  }
}
