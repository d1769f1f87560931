/*
 * Formulas: the mathematics that a kernel is compared with. Every formula is also valid Python.
 *
 * A statement ends with its line or with a semicolon; within brackets lines do not count. Rules call one another
 * in brackets only, so that the depth of brackets bounds that of a parse. The grammar is
 * wide, as Python's is: what a name, a bracket or a comparison may be in its place the elaborator says.
 */
grammar FormulaGrammar;

@lexer::members {
    private int brackets;
}

single
    : NEWLINE* expression NEWLINE* EOF
    ;

file
    : NEWLINE* (statement (separator NEWLINE* statement)* separator?)? NEWLINE* EOF
    ;

separator
    : NEWLINE
    | SEMICOLON
    ;

statement
    : NAME ':' type=NAME shape? ('=' expression)?                                          # declaration
    | 'assume' LPAREN expression (',' expression)* RPAREN                                # assumption
    | 'def' NAME LPAREN (parameter (',' parameter)*)? RPAREN ':' body                    # function
    | NAME LPAREN (argument (',' argument)*)? RPAREN                                         # sizes
    | definition                                                                   # defining
    ;

shape
    : LBRACKET (expression (',' expression)*)? RBRACKET
    ;

parameter
    : NAME ('=' expression)?
    ;

body
    : RETURN expression
    | NEWLINE+ (definition separator NEWLINE*)* RETURN expression
    ;

definition
    : NAME (LBRACKET binder (',' binder)* RBRACKET)? '=' expression                          # naming
    | NAME (',' NAME)+ '=' expression (',' expression)*                                              # unpacking
    ;

binder
    : NAME ':' expression
    ;

expression
    : disjunction ('if' disjunction 'else' disjunction)*
    ;

disjunction
    : conjunction ('or' conjunction)*
    ;

conjunction
    : inversion ('and' inversion)*
    ;

inversion
    : 'not'* comparison
    ;

comparison
    : sum (comparator sum)*
    | sum 'in' LBRACE expression (',' expression)* RBRACE
    ;

comparator
    : '==' | '!=' | '<' | '<=' | '>' | '>=' | 'is' | 'is' 'not'
    ;

sum
    : product (('+' | '-') product)*
    ;

product
    : unary (('*' | '/' | '//' | '%' | '@') unary)*
    ;

unary
    : '-'* power
    ;

power
    : postfix ('**' exponent)*
    ;

exponent
    : '-'* postfix
    ;

postfix
    : atom trailer*
    ;

trailer
    : LBRACKET item (',' item)* RBRACKET                                                     # index
    | LPAREN (argument (',' argument)*)? RPAREN                                          # call
    | '.' NAME                                                                     # attribute
    ;

item
    : expression (':' expression)?
    | ':'
    ;

argument
    : (NAME '=')? expression
    ;

atom
    : NUMBER
    | STRING
    | NAME
    | 'None'
    | 'True'
    | 'False'
    | LPAREN (expression (',' expression)* ','?)? RPAREN
    ;

SEMICOLON
    : ';'
    ;

RETURN
    : 'return'
    ;

NUMBER
    : [0-9] [0-9_]* ('.' [0-9]*)? ([eE] [+-]? [0-9]+)?
    | '.' [0-9]+ ([eE] [+-]? [0-9]+)?
    ;

STRING
    : '"' ~["\r\n]* '"'
    | '\'' ~['\r\n]* '\''
    ;

NAME
    : [\p{L}_] [\p{L}\p{Nd}_]*
    ;

LPAREN
    : '(' {brackets++;}
    ;

LBRACKET
    : '[' {brackets++;}
    ;

LBRACE
    : '{' {brackets++;}
    ;

RBRACE
    : '}' {brackets = Math.max(0, brackets - 1);}
    ;

RPAREN
    : ')' {brackets = Math.max(0, brackets - 1);}
    ;

RBRACKET
    : ']' {brackets = Math.max(0, brackets - 1);}
    ;

NEWLINE
    : '\r'? '\n' {if (brackets > 0) { skip(); }}
    ;

BLANK
    : ([ \t\f] | '\\' '\r'? '\n' | '#' ~[\r\n]*) -> skip
    ;

UNKNOWN
    : .
    ;
