/*
 * PTX ISA 9.0, sections 4 (syntax), 5 (variables), 7.1 (functions) and 11 (directives).
 *
 * Every decision needs one token of lookahead, so ANTLR compiles it to a switch and never simulates its
 * automaton. To keep it so, the grammar is wide and the builder narrows it: a name may be an opcode, a
 * register or a label; `a | b` is a destination pair or a constant; `(x)` is a call's list or a grouping.
 * A mnemonic such as `ld.global.L1::no_allocate.v4.f32` is one token, so no opcode is known here.
 */
grammar PtxGrammar;

module
    : item* EOF
    ;

item
    : '.version' (FLOAT | NUMBER)
    | '.target' ID (',' ID)*
    | '.address_size' NUMBER
    | fileDirective
    | locDirective
    | section
    | pragma
    | '.alias' ID ',' ID ';'
    | declaration
    | ';'
    ;

declaration
    : linkage*
      ( '.entry' functionHead
      | '.func' attribute* functionDirective* results=parameters? functionHead
      | variable (',' declarator)* ';'
      )
    ;

linkage
    : '.visible' | '.extern' | '.weak' | '.common' | '.internal' | '.hidden'
    ;

functionHead
    : ID parameters? (functionDirective | pragma | attribute)* (body=block | ';')
    ;

functionDirective
    : DIRECTIVE (NUMBER (',' NUMBER)*)?
    ;

attribute
    : '.attribute' '(' attributeItem (',' attributeItem)* ')'
    ;

attributeItem
    : DIRECTIVE ('(' NUMBER (',' NUMBER)* ')')?
    ;

parameters
    : '(' (parameter (',' parameter)*)? ')'
    ;

parameter
    : linkage* variable
    ;

variable
    : space ('[' NUMBER ']')? specifier* declarator
    ;

space
    : '.reg' | '.sreg' | '.const' | '.global' | '.local' | '.param' | '.shared' | '.tex'
    ;

specifier
    : '.align' NUMBER
    | '.ptr'
    | TYPE
    | VECTOR
    | space
    | attribute
    | DIRECTIVE
    ;

declarator
    : (ID | '_') ('<' NUMBER '>')? ('[' size=operand? ']')* ('=' initialiser=operand)?
    ;

block
    : '{' statement* '}'
    ;

statement
    : ID (':' | modifier* operands? ';')
    | DOTTED modifier* operands? ';'
    | '@' '!'? guard=(ID | DOTTED) opcode=(ID | DOTTED) modifier* operands? ';'
    | block
    | linkage* variable (',' declarator)* ';'
    | locDirective
    | fileDirective
    | pragma
    | '.branchtargets' ID (',' ID)* ';'
    | '.calltargets' ID (',' ID)* ';'
    | callPrototype
    | ';'
    ;

/* Modifiers set apart from their opcode by blanks. */
modifier
    : DIRECTIVE | TYPE | VECTOR | space
    ;

callPrototype
    : '.callprototype' results=parameters? (ID | '_') arguments=parameters? functionDirective* ';'
    ;

operands
    : operand (',' operand)*
    ;

/* `[a].unified` says of an address what changes nothing in its meaning. */
operand
    : prefix*
      ( ( word=(ID | DOTTED) ('[' index=operand ']' | '(' arguments=elements? ')')?
        | number=(NUMBER | FLOAT) ('(' masked=operand ')')?
        | sink='_'
        | vector='{' elements? '}'
        | address='[' elements ']' DIRECTIVE?
        ) tail?
      | tuple='(' (TYPE ')' cast=operand | elements? ')' tail?)
      )
    ;

tail
    : infix right=operand
    | '?' yes=operand ':' no=operand
    ;

prefix
    : '-' | '+' | '!' | '~'
    ;

infix
    : '+' | '-' | '*' | '/' | '%' | '<<' | '>>' | '<' | '>' | '<=' | '>=' | '==' | '!='
    | '&' | '^' | '|' | '&&' | '||'
    ;

elements
    : element (',' element)*
    ;

/* `name = value` occurs in the initialisers of samplers. */
element
    : operand ('=' operand)?
    ;

pragma
    : '.pragma' STRING (',' STRING)* ';'
    ;

fileDirective
    : '.file' NUMBER STRING (',' NUMBER)*
    ;

locDirective
    : '.loc' NUMBER NUMBER NUMBER (',' ID (ID ('+' NUMBER)? | NUMBER NUMBER NUMBER))*
    ;

section
    : '.section' DIRECTIVE (',' STRING)* '{' sectionContent* '}'
    ;

sectionContent
    : ~('{' | '}')
    ;

// Tokens. The named directives are those that steer the parser.

VERSION: '.version';
TARGET: '.target';
ADDRESS_SIZE: '.address_size';
ENTRY: '.entry';
FUNC: '.func';
ALIAS: '.alias';
FILE: '.file';
LOC: '.loc';
SECTION: '.section';
PRAGMA: '.pragma';
VISIBLE: '.visible';
EXTERN: '.extern';
WEAK: '.weak';
COMMON: '.common';
INTERNAL: '.internal';
HIDDEN_LINKAGE: '.hidden';
REG: '.reg';
SREG: '.sreg';
CONST: '.const';
GLOBAL: '.global';
LOCAL: '.local';
PARAM: '.param';
SHARED: '.shared';
TEX: '.tex';
ALIGN: '.align';
PTR: '.ptr';
ATTRIBUTE: '.attribute';
BRANCHTARGETS: '.branchtargets';
CALLTARGETS: '.calltargets';
CALLPROTOTYPE: '.callprototype';

VECTOR: '.v' ('2' | '4' | '8');
TYPE
    : '.' ( 'b8' | 'b16' | 'b32' | 'b64' | 'b128' | 's8' | 's16' | 's32' | 's64' | 'u8' | 'u16' | 'u32' | 'u64'
    | 'f16' | 'f16x2' | 'bf16' | 'bf16x2' | 'tf32' | 'f32' | 'f32x2' | 'f64' | 'e4m3' | 'e5m2' | 'e4m3x2'
    | 'e5m2x2' | 's16x2' | 'u16x2' | 'pred' | 'texref' | 'samplerref' | 'surfref' )
    ;

/* A mnemonic, a special register (%tid.x) or a component of a register (%v.x). */
DOTTED: NAME ('.' SUFFIX)+;
ID: NAME;
UNDERSCORE: '_';
FLOAT
    : [0-9]+ '.' [0-9]* EXPONENT?
    | '.' [0-9]+ EXPONENT?
    | [0-9]+ [eE] [+\-] [0-9]+
    ;
/* The builder checks the spelling: 12, 0x1F79U, 0b101, 0f3F800000, 1e5. */
NUMBER: [0-9] [0-9a-zA-Z_]*;
DIRECTIVE: '.' SUFFIX;
STRING: '"' (~["\\\r\n] | '\\' ~[\r\n])* '"';
OPEN_STRING: '"' (~["\\\r\n] | '\\' ~[\r\n])*;

fragment NAME: [a-zA-Z] [a-zA-Z0-9_$]* | [_$%] [a-zA-Z0-9_$]+;
fragment SUFFIX: [a-zA-Z0-9_$]+ ('::' [a-zA-Z0-9_]+)*;
fragment EXPONENT: [eE] [+\-]? [0-9]+;

SPACES: [ \t\r\n\f\u000B]+ -> skip;
LINE_COMMENT: '//' ~[\r\n]* -> skip;
BLOCK_COMMENT: '/*' (~'*' | '*'+ ~[*/])* '*'+ '/' -> skip;
OPEN_COMMENT: '/*' (~'*' | '*'+ ~[*/])* '*'*;
/* Debug lines of old compilers and the marks of a preprocessor. */
DWARF: '@@' ~[\r\n]* -> skip;
LINE_MARK: '#' ~[\r\n]* -> skip;

LBRACE: '{';
RBRACE: '}';
LBRACKET: '[';
RBRACKET: ']';
LPAREN: '(';
RPAREN: ')';
COMMA: ',';
SEMICOLON: ';';
COLON: ':';
AT: '@';
EXCLAMATION: '!';
ASSIGN: '=';
QUESTION: '?';
MINUS: '-';
PLUS: '+';
TILDE: '~';
STAR: '*';
SLASH: '/';
PERCENT: '%';
SHIFT_LEFT: '<<';
SHIFT_RIGHT: '>>';
LESS: '<';
GREATER: '>';
LESS_EQUAL: '<=';
GREATER_EQUAL: '>=';
EQUAL: '==';
NOT_EQUAL: '!=';
AMPERSAND: '&';
CARET: '^';
BAR: '|';
AND: '&&';
OR: '||';
/* Anything else, so that the parser reports it where it stands. */
UNKNOWN: .;
